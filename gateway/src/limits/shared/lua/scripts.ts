import { createHash } from 'node:crypto';
import addAdmissions from './add-admissions.lua';
import addBlock from './add-block.lua';
import admitRefused from './admit-refused.lua';
import admit from './admit.lua';
import counting from './counting.lua';
import openStore from './open-store.lua';
import raisePolicyVersion from './raise-policy-version.lua';
import readBlocks from './read-blocks.lua';

export interface Script {
  readonly lua: string;
  readonly sha: string;
}

const script = (lua: string): Script => ({
  lua,
  sha: createHash('sha1').update(lua).digest('hex'),
});

export const ADMIT = script(counting + admit);
export const ADMIT_REFUSED = script(counting + admitRefused);
export const ADD_BLOCK = script(addBlock);
export const READ_BLOCKS = script(readBlocks);
export const OPEN_STORE = script(openStore);
export const ADD_ADMISSIONS = script(addAdmissions);
export const RAISE_POLICY_VERSION = script(raisePolicyVersion);

export const SCRIPTS = [
  ADMIT,
  ADMIT_REFUSED,
  ADD_BLOCK,
  READ_BLOCKS,
  OPEN_STORE,
  ADD_ADMISSIONS,
  RAISE_POLICY_VERSION,
];
