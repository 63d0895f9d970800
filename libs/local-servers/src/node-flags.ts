/**
 * Options of Node.js for our processes, which must stand before the program.
 *
 * A young generation of at most 2 MB (three of them) in place of 16 keeps a service 30 MB smaller
 * under load and costs no throughput that shows: requests leave little behind that lives.
 */
export const NODE_FLAGS = ['--max-semi-space-size=2'];
