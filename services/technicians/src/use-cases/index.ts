import { createTechnician } from './create-technician';
import type { Dependencies } from './dependencies';
import { editTechnician } from './edit-technician';
import { getTechnician } from './get-technician';
import { listTechnicians } from './list-technicians';
import { saveTechnicians } from './save-technicians';
import { showScheduledTechnicians } from './show-scheduled-technicians';

/** Everything that can be done with technicians. */
export const techniciansUseCases = (dependencies: Dependencies) => ({
  listTechnicians: listTechnicians(dependencies),
  listTechnicianChanges: dependencies.technicians.listChanges,
  getTechnician: getTechnician(dependencies),
  getTechnicians: dependencies.technicians.findSome,
  saveTechnicians: saveTechnicians(dependencies),
  showTechnicians: dependencies.technicians.listEntries,
  showScheduledTechnicians: showScheduledTechnicians(dependencies),
  showSkillNames: dependencies.technicians.skillNames,
  createTechnician: createTechnician(dependencies),
  editTechnician: editTechnician(dependencies),
});

export type TechniciansUseCases = ReturnType<typeof techniciansUseCases>;
