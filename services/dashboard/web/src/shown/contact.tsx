import { Anchor } from '@mantine/core';
import { Breakable } from './breakable';

interface PhoneProps {
  readonly number: string;
}

/** E.164 with an RFC 3966 extension. */
const NORMALISED = /^\+\d+(;ext=\d+)?$/;

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

export const Email = ({ address }: EmailProps) => (
  <Anchor href={`mailto:${encodeURIComponent(address)}`} size="sm">
    <Breakable text={address} />
  </Anchor>
);
