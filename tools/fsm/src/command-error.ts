export class CommandError extends Error {}
