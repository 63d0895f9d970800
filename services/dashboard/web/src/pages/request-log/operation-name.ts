/** Names an operation of a bulk as it appears in the body. */
export const toOperationName = (place: number): string => `operations[${place}]`;
