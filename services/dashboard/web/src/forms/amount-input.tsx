import { NumberInput, type NumberInputProps } from '@mantine/core';
import { UNIT_PRICE_DECIMALS } from '../shown/money';

export const AmountInput = (props: NumberInputProps) => (
  <NumberInput
    decimalScale={2}
    fixedDecimalScale
    allowNegative={false}
    thousandSeparator=","
    hideControls
    {...props}
  />
);

export const UnitPriceInput = (props: NumberInputProps) => (
  <AmountInput decimalScale={UNIT_PRICE_DECIMALS} fixedDecimalScale={false} {...props} />
);
