import { RequestError } from '../server/request-error';

/** Shows an error without fields beside the field it is about. */
export async function assignToField<T>(
  sent: Promise<T>,
  findField: (error: RequestError) => string | undefined,
): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    const field = error instanceof RequestError ? findField(error) : undefined;
    if (!(error instanceof RequestError) || field === undefined) throw error;
    const { status, code, message } = error;
    throw new RequestError(status, code, message, [{ field, message }]);
  }
}
