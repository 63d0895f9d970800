import { Badge, type MantineColor } from '@mantine/core';

interface StatusProps {
  /** The word; the colour only repeats it. */
  readonly children: string;
  readonly color: MantineColor;
}

/** A state as a word with a dot in its colour. */
export const Status = ({ children, color }: StatusProps) => (
  <Badge variant="dot" color={color} c="inherit" miw="max-content">
    {children}
  </Badge>
);
