import { useSession } from '../../session/session';
import classes from './company-section.module.css';
import { Section } from './section';

export function CompanySection() {
  const { name, timezone, country, plan, features } = useSession().company;
  const facts = {
    'Name': name,
    'Time zone': timezone,
    'Country': new Intl.DisplayNames('en', { type: 'region' }).of(country),
    'Plan': inTitleCase(plan),
    'Features': features.map(inTitleCase).join(', ') || 'None',
  };
  return (
    <Section name="Company" about="Your platform's operator changes these.">
      <dl className={classes['facts']}>
        {Object.entries(facts).map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const inTitleCase = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
