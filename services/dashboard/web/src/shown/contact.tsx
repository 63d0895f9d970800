import { Anchor } from '@mantine/core';
import { Breakable } from './breakable';

interface PhoneProps {
  readonly number: string;
}

/** E.164, with an extension as RFC 3966 has it. */
const NORMALISED = /^\+\d+(;ext=\d+)?$/;

/** A phone number that is called where it is pressed. */
export function Phone({ number }: PhoneProps) {
  const called = NORMALISED.test(number) ? number : number.replaceAll(/[^\d+]/g, '');
  return (
    <Anchor href={`tel:${called}`} size="sm">
      {number}
    </Anchor>
  );
}

interface EmailProps {
  readonly address: string;
}

/** An address that is written to where it is pressed. */
export const Email = ({ address }: EmailProps) => (
  <Anchor href={`mailto:${encodeURIComponent(address)}`} size="sm">
    <Breakable text={address} />
  </Anchor>
);
