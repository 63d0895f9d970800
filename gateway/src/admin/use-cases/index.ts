import { announceCompany } from './announce-company';
import { changeKey } from './change-key';
import { countRejections } from './count-rejections';
import { countRequests } from './count-requests';
import { createKey } from './create-key';
import type { Dependencies } from './dependencies';
import { describeCompany } from './describe-company';
import { getCompanyOrPlanned } from './get-company-or-planned';
import { getLoggedRequest } from './get-logged-request';
import { countKeyRequests, listKeyRequests } from './key-requests';
import { listKeys, listLiveKeys } from './list-keys';
import { resetSandbox } from './reset-sandbox';
import { revokeKey } from './revoke-key';
import { rollKey } from './roll-key';
import { rewrapSecrets } from './rewrap-secrets';
import { saveCompany } from './save-company';
import { saveKey } from './save-key';

export const createAdminUseCases = (dependencies: Dependencies) => ({
  saveCompany: saveCompany(dependencies),
  listCompanies: dependencies.companies.list,
  findCompany: dependencies.companies.find,
  getCompany: dependencies.companies.get,
  getCompanyById: dependencies.companies.getById,
  getCompanyOrPlanned: getCompanyOrPlanned(dependencies),
  describeCompany: describeCompany(dependencies),
  countRequests: countRequests(dependencies),
  listLoggedRequests: dependencies.requestLog.list,
  findKeysOfLoggedRequests: dependencies.requestLog.findKeys,
  countRejections: countRejections(dependencies),
  getLoggedRequest: getLoggedRequest(dependencies),
  announceCompany: announceCompany(dependencies),
  resetSandbox: resetSandbox(dependencies),
  listKeys: listKeys(dependencies),
  listLiveKeys: listLiveKeys(dependencies),
  nameKeys: dependencies.keys.listNames,
  findKeyRights: (ids: readonly number[]) => dependencies.keys.listRights(ids, dependencies.now()),
  listKeyRequests: listKeyRequests(dependencies),
  countKeyRequests: countKeyRequests(dependencies),
  createKey: createKey(dependencies),
  saveKey: saveKey(dependencies),
  changeKey: changeKey(dependencies),
  rollKey: rollKey(dependencies),
  revokeKey: revokeKey(dependencies),
  rewrapSecrets: rewrapSecrets(dependencies),
});

export type AdminUseCases = ReturnType<typeof createAdminUseCases>;
