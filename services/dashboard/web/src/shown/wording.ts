/** Returns a word of the API, such as `warranty_claim`, as a capitalized text. */
export const toCapitalized = (word: string): string => {
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Returns a name as it is written within a sentence; abbreviations stay in capitals. */
export const toMidSentence = (name: string): string =>
  name.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
