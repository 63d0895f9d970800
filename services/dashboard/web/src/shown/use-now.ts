import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

const MINUTE_MS = 60_000;

export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  return now;
}
