/** A word of the API, such as `warranty_claim`, as people write it. */
export const worded = (word: string): string => {
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
