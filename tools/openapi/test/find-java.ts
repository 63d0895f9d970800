import { join } from 'node:path';
import { fetchTools, findTool, type Tool } from '@svc/local-servers';

/** Where `npm start` keeps the servers that it had to fetch. */
const CACHE = join(__dirname, '../../../.data/bin');

const PROCESSOR = process.arch === 'x64' ? 'amd64' : process.arch;

/** For programs without windows and fonts, of which it takes fewer packages than it names. */
const JAVA: Tool = {
  name: 'java',
  tried: ['-version'],
  path: `usr/lib/jvm/java-21-openjdk-${PROCESSOR}/bin/java`,
  packages: ['openjdk-21-jre-headless', 'libc6', 'libgcc-s1', 'libstdc++6', 'zlib1g'],
};

/** A Java on the PATH, by JAVA_BIN, or Debian's. Undefined where there is none to be had. */
export const findJava = (): string | undefined => findTool(CACHE, JAVA);
export const fetchPrograms = (): Promise<void> => fetchTools(CACHE, [JAVA]);
