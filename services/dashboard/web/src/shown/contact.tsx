import { Anchor } from '@mantine/core';
import { Breakable } from './breakable';

interface PhoneProps {
  readonly number: string;
}

/** A phone number that is called where it is pressed. */
export const Phone = ({ number }: PhoneProps) => (
  <Anchor href={`tel:${number.replaceAll(/[^\d+]/g, '')}`} size="sm">
    {number}
  </Anchor>
);

interface EmailProps {
  readonly address: string;
}

/** An address that is written to where it is pressed. */
export const Email = ({ address }: EmailProps) => (
  <Anchor href={`mailto:${encodeURIComponent(address)}`} size="sm">
    <Breakable text={address} />
  </Anchor>
);
