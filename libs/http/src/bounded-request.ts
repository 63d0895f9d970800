import { IncomingMessage, type ServerResponse } from 'node:http';
import { BODY_LIMIT_BYTES, BODY_PIECES_LIMIT, DomainError } from '@svc/contracts';
import getRawBody from 'raw-body';

const tooManyPieces = (): DomainError =>
  new DomainError(
    'payload_too_large',
    `The body came in more than ${BODY_PIECES_LIMIT} pieces: send it in larger ones.`,
  );

/** Whatever comes in no more pieces is given on as it comes. */
const FEW_PIECES = 16;
/** Smaller pieces are put together to such blocks: each would take 180 bytes of memory beside its own. */
const BLOCK_BYTES = 4 * 1024;
const SMALL_BYTES = BLOCK_BYTES / 4;
const NO_BLOCK = Buffer.alloc(0);

/**
 * A request of which no more is read once its body has come in too many pieces, which are chunks or what
 * one read brought: each costs some microseconds, also where nobody reads the body, and 1 MiB in chunks of
 * one byte cost two seconds.
 */
export class BoundedRequest extends IncomingMessage {
  private pieces = 0;
  private bytes = 0;
  private block = NO_BLOCK;
  /** How much of the block is filled, and how much of that has been given on. */
  private filledBytes = 0;
  private givenBytes = 0;
  /** Set by who reads the body, and once the request has been answered. */
  whenTooManyPieces: (() => void) | undefined;

  /** Node.js calls it with each piece, and at last with null; false where it is not to read on. */
  override push(piece: Buffer | null): boolean {
    if (piece === null) {
      this.giveGathered();
      return super.push(null);
    }
    this.pieces += 1;
    this.bytes += piece.length;
    if (this.hasTooManyPieces()) {
      if (this.pieces === BODY_PIECES_LIMIT + 1) this.whenTooManyPieces?.();
      return false;
    }
    if (this.pieces > FEW_PIECES && piece.length <= SMALL_BYTES) return this.gather(piece);
    this.giveGathered();
    return super.push(piece);
  }

  private gather(piece: Buffer): boolean {
    const hasRoom = this.filledBytes + piece.length <= this.block.length;
    const isMoreWanted = hasRoom || this.giveGathered();
    if (!hasRoom) {
      this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.filledBytes = 0;
      this.givenBytes = 0;
    }
    this.filledBytes += piece.copy(this.block, this.filledBytes);
    return isMoreWanted;
  }

  /** What comes next goes on in the same block, so that larger pieces between leave none of it empty. */
  private giveGathered(): boolean {
    const gathered = this.block.subarray(this.givenBytes, this.filledBytes);
    this.givenBytes = this.filledBytes;
    return gathered.length === 0 || super.push(gathered);
  }

  override _read(size: number): void {
    if (!this.hasTooManyPieces()) super._read(size);
  }

  /** Whether what is read of the body may not be all of it. */
  hasTooManyPieces(): boolean {
    return this.pieces > BODY_PIECES_LIMIT;
  }

  /** Whether more has come of the body than any may have. */
  isTooLarge(): boolean {
    return this.hasTooManyPieces() || this.bytes > BODY_LIMIT_BYTES;
  }
}

/**
 * Ends the connection of a request that has been answered, if its body has come in too many pieces or goes
 * on until it has: nothing more is read of it, nor of what follows. Pieces that come after the answer are
 * counted only where the request was resumed before.
 */
export function endIfTooManyPieces(request: BoundedRequest): void {
  if (request.hasTooManyPieces()) request.socket.destroySoon();
  else request.whenTooManyPieces = () => request.socket.destroy();
}

/** A listener of a server of bounded requests that does so behind each response. */
export function endTooManyPieces(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => endIfTooManyPieces(request as BoundedRequest));
}

/**
 * All bytes of a body.
 *
 * @param length what it is said to have
 * @throws 413 where it comes in too many pieces, and what raw-body throws, as where it is too large
 */
export async function bytesOf(
  request: IncomingMessage,
  length: string | null = null,
): Promise<Buffer> {
  const reading = (): Promise<Buffer> => getRawBody(request, { length, limit: BODY_LIMIT_BYTES });
  if (!(request instanceof BoundedRequest)) return reading();
  // It may have come before anybody reads it.
  if (request.hasTooManyPieces()) throw tooManyPieces();
  const refused = new Promise<never>((_, refuse) => {
    request.whenTooManyPieces = () => refuse(tooManyPieces());
  });
  return Promise.race([reading(), refused]);
}
