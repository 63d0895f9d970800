/** Words by which people describe a danger, or damage that grows. */
const URGENT =
  /\b(smell\w* (of )?gas|gas (leak|smell)\w*|carbon monoxide|smok(e|ing)|fire|sparks?|burst|flood\w*|leak\w*|no (heat|heating|cooling|power|water)|emergenc\w+|urgent\w*|asap)\b/i;

export const soundsUrgent = (text: string): boolean => URGENT.test(text);
