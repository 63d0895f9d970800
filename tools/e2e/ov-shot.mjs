import { chromium } from 'playwright-core';
import sparticuz from '@sparticuz/chromium';
import { readFileSync } from 'node:fs';
const run = JSON.parse(readFileSync('/tmp/ov/data/run.json'));
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const browser = await chromium.launch({ executablePath: await sparticuz.executablePath(), args: sparticuz.args.filter((a) => a !== '--single-process').concat('--disable-gpu') });
const paths = process.argv.slice(2);
for (const [width, scheme] of [[1440, 'light'], [1440,'dark'], [1024,'light'], [390, 'light']]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log('ERR', e.message));
  await page.goto(run.dashboard + '/sign-in');
  await page.getByLabel('E-mail').fill(run.dashboard_login.email);
  await page.getByLabel('Password').fill(run.dashboard_login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `/tmp/ov/o-${width}-${scheme}.png`, fullPage: true });
  await page.evaluate(axe);
  const r = await page.evaluate(() => axe.run());
  console.log(width, scheme, r.violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 200))]));
  console.log('overflow', await page.evaluate(() => document.documentElement.scrollWidth - innerWidth));
  await context.close();
}
await browser.close();
