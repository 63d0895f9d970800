// Creating a format costs a hundred times what using it does.
const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });

export const formatNumber = (value: number, unit: string | null = null): string =>
  unit === null ? NUMBER.format(value) : `${NUMBER.format(value)} ${unit}`;
