import { Anchor } from '@mantine/core';
import { formatPhone, toPhoneHref } from '../../../contract/format-phone';
import { Breakable } from './breakable';

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
