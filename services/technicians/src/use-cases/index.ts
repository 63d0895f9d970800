import { createTechnician } from './create-technician';
import type { Dependencies } from './dependencies';
import { editTechnician } from './edit-technician';
import { getTechnician, getTechnicians } from './get-technician';
import { listTechnicians } from './list-technicians';
import { saveTechnicians } from './save-technicians';
import { showScheduledTechnicians, showSkillNames, showTechnicians } from './show-technicians';

/** Everything that can be done with technicians. */
export const techniciansUseCases = (dependencies: Dependencies) => ({
  listTechnicians: listTechnicians(dependencies),
  listTechnicianChanges: dependencies.technicians.listChanges,
  getTechnician: getTechnician(dependencies),
  getTechnicians: getTechnicians(dependencies),
  saveTechnicians: saveTechnicians(dependencies),
  showTechnicians: showTechnicians(dependencies),
  showScheduledTechnicians: showScheduledTechnicians(dependencies),
  showSkillNames: showSkillNames(dependencies),
  createTechnician: createTechnician(dependencies),
  editTechnician: editTechnician(dependencies),
});

export type TechniciansUseCases = ReturnType<typeof techniciansUseCases>;
