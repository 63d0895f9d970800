import { createHash } from 'node:crypto';
import addAdmissions from './add-admissions.lua';
import addBlock from './add-block.lua';
import admit from './admit.lua';
import countRejected from './count-rejected.lua';
import counting from './counting.lua';
import openStore from './open-store.lua';
import raisePolicyVersion from './raise-policy-version.lua';
import readBlocks from './read-blocks.lua';

export interface Script {
  readonly lua: string;
  readonly sha: string;
}

const createScript = (lua: string): Script => ({
  lua,
  sha: createHash('sha1').update(lua).digest('hex'),
});

export const ADMIT = createScript(counting + admit);
export const COUNT_REJECTED = createScript(counting + countRejected);
export const ADD_BLOCK = createScript(addBlock);
export const READ_BLOCKS = createScript(readBlocks);
export const OPEN_STORE = createScript(openStore);
export const ADD_ADMISSIONS = createScript(addAdmissions);
export const RAISE_POLICY_VERSION = createScript(raisePolicyVersion);

export const SCRIPTS = [
  ADMIT,
  COUNT_REJECTED,
  ADD_BLOCK,
  READ_BLOCKS,
  OPEN_STORE,
  ADD_ADMISSIONS,
  RAISE_POLICY_VERSION,
];
