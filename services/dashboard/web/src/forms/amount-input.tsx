import { NumberInput, type NumberInputProps } from '@mantine/core';
import { UNIT_PRICE_DECIMALS } from '../shown/money';

/** A field for money, in whole units with two decimals. */
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

/** A field for the money of one of many, such as a screw, with up to six decimals. */
export const UnitPriceInput = (props: NumberInputProps) => (
  <AmountInput decimalScale={UNIT_PRICE_DECIMALS} fixedDecimalScale={false} {...props} />
);
