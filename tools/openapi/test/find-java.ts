import { join } from 'node:path';
import { fetchTools, findTool, type Tool } from '@svc/local-servers';

const CACHE = join(__dirname, '../../../.data/bin');

const PROCESSOR = process.arch === 'x64' ? 'amd64' : process.arch;

/** Java without graphics needs fewer packages. */
const JAVA: Tool = {
  name: 'java',
  probeArguments: ['-version'],
  path: `usr/lib/jvm/java-21-openjdk-${PROCESSOR}/bin/java`,
  packages: ['openjdk-21-jre-headless', 'libc6', 'libgcc-s1', 'libstdc++6', 'zlib1g'],
};

/** Searches PATH, JAVA_BIN and Debian's packages. */
export const findJava = (): string | undefined => findTool(CACHE, JAVA);
export const fetchPrograms = (): Promise<void> => fetchTools(CACHE, [JAVA]);
