import { Page as PageFrame } from '../../shown/page';

export function Page() {
  return <PageFrame name="Settings">…</PageFrame>;
}
