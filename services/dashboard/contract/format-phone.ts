/** E.164 with an RFC 3966 extension. */
const NORMALISED = /^\+\d+(;ext=\d+)?$/;

/** In the national form where it is North American. */
export const formatPhone = (number: string): string =>
  number.replace(
    /^\+1(\d{3})(\d{3})(\d{4})(?:;ext=(\d+))?$/,
    (_all, area: string, exchange: string, line: string, extension?: string) =>
      `(${area}) ${exchange}-${line}${extension === undefined ? '' : ` ext. ${extension}`}`,
  );

export const toPhoneHref = (number: string): string =>
  `tel:${NORMALISED.test(number) ? number : number.replaceAll(/[^\d+]/g, '')}`;
