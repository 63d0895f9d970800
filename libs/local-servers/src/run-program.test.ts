import { runProgram } from './run-program';

it('runs a program with the way to where packages are, and without secrets', async () => {
  const before = { ...process.env };
  Object.assign(process.env, { ENCRYPTION_KEY: 'a key', https_proxy: 'http://proxy.example' });
  const { stdout } = await runProgram('env', []).finally(() => (process.env = before));

  expect(stdout).toContain('https_proxy=http://proxy.example\n');
  expect(stdout).toContain('PATH=');
  expect(stdout).not.toContain('ENCRYPTION_KEY');
});

it('says of one that fails what it wrote', async () => {
  await expect(runProgram('cp', ['/nowhere', '/nowhere-else'])).rejects.toMatchObject({
    stderr: expect.stringContaining('/nowhere'),
  });
});
