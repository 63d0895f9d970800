/**
 * Options of Node.js for our processes, which must stand before the program.
 *
 * A young generation of 4 MB (three of them) in place of 16 keeps a service 30 MB smaller under load.
 * With 2 MB a page of jobs outlives it: the old generation grows instead, and a quarter more time
 * goes to collecting garbage.
 */
export const NODE_FLAGS = ['--max-semi-space-size=4'];
