import { NumberInput, type NumberInputProps } from '@mantine/core';

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
