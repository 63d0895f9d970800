import { Anchor, Button } from '@mantine/core';
import { toPhoneHref } from '../../../contract/format-phone';

interface Address {
  readonly address_street: string;
  readonly address_city: string;
  readonly address_state: string;
  readonly address_zip: string;
}

export const formatAddress = (address: Address): string =>
  `${address.address_street}, ${address.address_city}, ${address.address_state} ${address.address_zip}`;

/** Opens the map app of a phone. */
const toDirections = (address: Address): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: formatAddress(address) })}`;

const ELSEWHERE = { target: '_blank', rel: 'noreferrer' };

export const AddressWithMap = ({ address }: { readonly address: Address }) => (
  <>
    {formatAddress(address)}
    <br />
    <Anchor href={toDirections(address)} {...ELSEWHERE} size="sm">
      Directions
    </Anchor>
  </>
);

interface PhoneActionsProps {
  readonly phone: string | null | undefined;
  readonly address: Address | undefined;
}

/** Two buttons at the top of a small screen, for people on the road. */
export const PhoneActions = ({ phone, address }: PhoneActionsProps) => (
  <>
    {phone && (
      <Button component="a" href={toPhoneHref(phone)} hiddenFrom="sm">
        Call
      </Button>
    )}
    {address && (
      <Button component="a" href={toDirections(address)} {...ELSEWHERE} hiddenFrom="sm">
        Navigate
      </Button>
    )}
  </>
);
