import type { Dependencies } from './dependencies';
import { getTechnician } from './get-technician';
import { listTechnicians } from './list-technicians';
import { saveTechnicians } from './save-technicians';

/** Everything that can be done with technicians. */
export const techniciansUseCases = (dependencies: Dependencies) => ({
  listTechnicians: listTechnicians(dependencies),
  getTechnician: getTechnician(dependencies),
  saveTechnicians: saveTechnicians(dependencies),
});

export type TechniciansUseCases = ReturnType<typeof techniciansUseCases>;
