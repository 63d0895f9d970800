/** Why a command was not carried out, in one line that names the field or record at fault. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}
