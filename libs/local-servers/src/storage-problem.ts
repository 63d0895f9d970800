const PROBLEMS = [
  ['ENOSPC', 'No space left on device', 'the disk is full'],
  ['EDQUOT', 'Disk quota exceeded', 'the disk quota is used up'],
  ['EROFS', 'Read-only file system', 'it is read-only'],
  ['EACCES', 'Permission denied', 'permission is denied'],
  ['EPERM', 'Operation not permitted', 'permission is denied'],
  ['ENOTDIR', 'Not a directory', 'a part of its path is not a folder'],
  ['EISDIR', 'Is a directory', 'it is a folder'],
  ['ELOOP', 'Too many levels of symbolic links', 'its path leads in a circle'],
  ['ENAMETOOLONG', 'File name too long', 'its name is too long'],
] as const;

/**
 * Explains why a file cannot be written; undefined for any other error. `file` is used where the error
 * names none, such as for a full disk.
 */
export function describeStorageProblem(error: unknown, file = 'A file'): string | undefined {
  const { code, path = file } = Object(error) as NodeJS.ErrnoException;
  const [, , words] = PROBLEMS.find(([each]) => each === code) ?? [];
  return words && `${path} cannot be written: ${words}.`;
}

export function findStorageProblem(output: string, dir: string): string | undefined {
  const [, , words] = PROBLEMS.find(([, said]) => output.includes(said)) ?? [];
  return words && `${dir} cannot be written: ${words}.`;
}
