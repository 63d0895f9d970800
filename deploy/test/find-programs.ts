import { join } from 'node:path';
import { fetchTools, findTool, type Tool } from '@svc/local-servers';

/** `npm start` keeps downloaded servers here. */
const CACHE = join(__dirname, '../../.data/bin');

/** Must support Kustomize components. */
const KUBECTL: Tool = {
  name: 'kubectl',
  probeArguments: ['version', '--client'],
  path: 'usr/bin/kubectl',
  packages: ['kubectl', 'libc6'],
};
const PROMTOOL: Tool = {
  name: 'promtool',
  probeArguments: ['--version'],
  path: 'usr/bin/promtool',
  packages: ['promtool', 'libc6'],
};

export const findKubectl = (): string | undefined => findTool(CACHE, KUBECTL);
export const findPromtool = (): string | undefined => findTool(CACHE, PROMTOOL);
export const fetchPrograms = (): Promise<void> => fetchTools(CACHE, [KUBECTL, PROMTOOL]);
