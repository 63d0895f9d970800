/** The query of `GET technicians`. */
export interface TechniciansQuery {
  readonly status?: 'Active' | 'Inactive';
  /** Part of a name, an e-mail address or a phone number. */
  readonly search?: string;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET technicians`. */
export interface ListedTechnicianAnswer {
  readonly technician_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly status: 'Active' | 'Inactive';
  readonly skills: readonly { readonly skill_name: string; readonly skill_level: number }[];
}
