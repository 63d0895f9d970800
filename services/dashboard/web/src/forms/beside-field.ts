import { Refusal } from '../server/refusal';

/** Puts a refusal that names no field beside the one that it is about, in the API's words. */
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
