import { Badge, type BadgeProps, type MantineColor } from '@mantine/core';

interface StatusProps {
  readonly children: string;
  readonly color: MantineColor;
}

/** Mantine's greys have too little contrast as marks. */
const GREYS: Readonly<Record<string, string>> = {
  gray: 'var(--mantine-color-dimmed)',
  dark: 'var(--mantine-color-text)',
};

export const toMarkColor = (color: MantineColor): string =>
  GREYS[color] ?? `var(--mantine-color-${color}-6)`;

const visibleDot: BadgeProps['vars'] = (_theme, { color = 'gray' }) => ({
  root: { '--badge-dot-color': toMarkColor(color) },
});

export const StatusBadge = ({ children, color }: StatusProps) => (
  <Badge variant="dot" color={color} vars={visibleDot} c="inherit" miw="max-content">
    {children}
  </Badge>
);
