import { Anchor } from '@mantine/core';
import { Breakable } from './breakable';
import { formatPhone, toPhoneHref } from './format-phone';

interface PhoneProps {
  readonly number: string;
}

export const Phone = ({ number }: PhoneProps) => (
  <Anchor href={toPhoneHref(number)} size="sm">
    {formatPhone(number)}
  </Anchor>
);

interface EmailProps {
  readonly address: string;
}

export const Email = ({ address }: EmailProps) => (
  <Anchor href={`mailto:${encodeURIComponent(address)}`} size="sm">
    <Breakable text={address} />
  </Anchor>
);
