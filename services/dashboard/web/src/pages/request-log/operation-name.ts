/** An operation of a bulk, as its sender finds it in the body. */
export const operationName = (place: number): string => `operations[${place}]`;
