import { Badge, type BadgeProps, type MantineColor } from '@mantine/core';

interface StatusProps {
  /** The word; the colour only repeats it. */
  readonly children: string;
  readonly color: MantineColor;
}

/** Mantine's own greys are for white text on them, and one of them is not to be seen on a dark page. */
const GREYS: Readonly<Record<string, string>> = {
  gray: 'var(--mantine-color-dimmed)',
  dark: 'var(--mantine-color-text)',
};

/** A colour as a mark on the page, to be seen in light and dark. */
export const markColor = (color: MantineColor): string =>
  GREYS[color] ?? `var(--mantine-color-${color}-6)`;

const visibleDot: BadgeProps['vars'] = (_theme, { color = 'gray' }) => ({
  root: { '--badge-dot-color': markColor(color) },
});

/** A state as a word with a dot in its colour. */
export const Status = ({ children, color }: StatusProps) => (
  <Badge variant="dot" color={color} vars={visibleDot} c="inherit" miw="max-content">
    {children}
  </Badge>
);
