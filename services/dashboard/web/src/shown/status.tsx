import { Badge, type BadgeProps, type MantineColor } from '@mantine/core';

interface StatusProps {
  /** The word; the colour only repeats it. */
  readonly children: string;
  readonly color: MantineColor;
}

/** Mantine's own grey is for white text on it, and not to be seen on a dark page. */
const visibleDot: BadgeProps['vars'] = (_theme, { color }) => ({
  root: color === 'gray' ? { '--badge-dot-color': 'var(--mantine-color-dimmed)' } : {},
});

/** A state as a word with a dot in its colour. */
export const Status = ({ children, color }: StatusProps) => (
  <Badge variant="dot" color={color} vars={visibleDot} c="inherit" miw="max-content">
    {children}
  </Badge>
);
