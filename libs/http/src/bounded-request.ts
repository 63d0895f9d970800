import { IncomingMessage, type ServerResponse } from 'node:http';
import { MAX_BODY_BYTES, MAX_BODY_CHUNKS, DomainError } from '@svc/contracts';

export const createPayloadTooLarge = (): DomainError =>
  new DomainError('payload_too_large', `The body exceeds ${MAX_BODY_BYTES} bytes.`);

const createTooManyPieces = (): DomainError =>
  new DomainError(
    'payload_too_large',
    `The body came in more than ${MAX_BODY_CHUNKS} pieces: send it in larger ones.`,
  );

const FEW_PIECES = 16;
/** Small pieces are merged because each would take 180 bytes of memory beside its own. */
const BLOCK_BYTES = 4 * 1024;
const SMALL_BYTES = BLOCK_BYTES / 4;
const NO_BLOCK = Buffer.alloc(0);

/**
 * Stops reading a body that arrives in too many chunks or socket reads: even unread, 1 MiB in one-byte
 * chunks took two seconds.
 */
export class BoundedRequest extends IncomingMessage {
  private pieces = 0;
  private bytes = 0;
  private block = NO_BLOCK;
  private filledBytes = 0;
  private flushedBytes = 0;
  /** Set by the reader of the body, and again after the response. */
  onTooManyPieces: (() => void) | undefined;

  /** Node.js calls it with each piece, and last with null; it returns false to stop reading. */
  override push(piece: Buffer | null): boolean {
    if (piece === null) {
      this.flushBlock();
      return super.push(null);
    }
    this.pieces += 1;
    this.bytes += piece.length;
    if (this.hasTooManyPieces()) {
      if (this.pieces === MAX_BODY_CHUNKS + 1) this.onTooManyPieces?.();
      return false;
    }
    if (this.pieces > FEW_PIECES && piece.length <= SMALL_BYTES) return this.bufferPiece(piece);
    this.flushBlock();
    return super.push(piece);
  }

  private bufferPiece(piece: Buffer): boolean {
    const hasRoom = this.filledBytes + piece.length <= this.block.length;
    const canContinue = hasRoom || this.flushBlock();
    if (!hasRoom) {
      this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.filledBytes = 0;
      this.flushedBytes = 0;
    }
    this.filledBytes += piece.copy(this.block, this.filledBytes);
    return canContinue;
  }

  /** Later small pieces continue in the same block, so that larger pieces in between waste none of it. */
  private flushBlock(): boolean {
    const buffered = this.block.subarray(this.flushedBytes, this.filledBytes);
    this.flushedBytes = this.filledBytes;
    return buffered.length === 0 || super.push(buffered);
  }

  override _read(size: number): void {
    if (!this.hasTooManyPieces()) super._read(size);
  }

  hasTooManyPieces(): boolean {
    return this.pieces > MAX_BODY_CHUNKS;
  }

  isTooLarge(): boolean {
    return this.hasTooManyPieces() || this.bytes > MAX_BODY_BYTES;
  }
}

/**
 * Closes the connection if the rest of the body, which arrives after the response, comes in too many
 * pieces. They are counted only if the request was resumed.
 */
export function limitRemainingPieces(request: BoundedRequest): void {
  if (request.hasTooManyPieces()) request.socket.destroySoon();
  else request.onTooManyPieces = () => request.socket.destroy();
}

export function limitPiecesAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => limitRemainingPieces(request as BoundedRequest));
}

/** @throws payload_too_large for too many bytes or pieces, bad_request if the client leaves */
export function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const collect = (piece: Buffer): void => {
      bytes += piece.length;
      if (bytes <= MAX_BODY_BYTES) pieces.push(piece);
      else stop(createPayloadTooLarge());
    };
    const stop = (error: DomainError): void => {
      request.off('data', collect).pause();
      reject(error);
    };
    const rejectAsIncomplete = (): void =>
      reject(new DomainError('bad_request', 'The body ended early.'));
    if (!request.readable) return rejectAsIncomplete();
    if (request instanceof BoundedRequest) {
      if (request.hasTooManyPieces()) return stop(createTooManyPieces());
      request.onTooManyPieces = () => stop(createTooManyPieces());
    }
    return request
      .on('data', collect)
      .once('close', rejectAsIncomplete)
      .once('end', () => {
        // A complete request emits `close`, too, and an error's stack costs more than most bodies.
        request.off('close', rejectAsIncomplete);
        resolve(Buffer.concat(pieces));
      });
  });
}
