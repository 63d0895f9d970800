import { Refusal } from '../server/refusal';

/** Shows an error without fields beside the field it is about. */
export async function besideField<T>(
  sent: Promise<T>,
  fieldOf: (refusal: Refusal) => string | undefined,
): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    const field = error instanceof Refusal ? fieldOf(error) : undefined;
    if (!(error instanceof Refusal) || field === undefined) throw error;
    const { status, code, message } = error;
    throw new Refusal(status, code, message, [{ field, message }]);
  }
}
