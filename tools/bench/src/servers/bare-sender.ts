import { Agent } from 'node:https';
import { getWallTimeMs } from '../clock';
import { sendSignedPost } from './signed-post';

export interface BareSending {
  readonly urls: readonly string[];
  readonly ca: string;
  readonly secret: string;
  readonly body: string;
  readonly atOnce: number;
  readonly posts: number;
}

/** Sends signed posts over keep-alive connections; returns when the last one got its response. */
export async function sendInBareLoop(sending: BareSending): Promise<number> {
  const { urls, ca, secret, body, atOnce, posts } = sending;
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, ca });
  let begun = 0;
  const loop = async (url: string): Promise<void> => {
    while (begun < posts) {
      begun += 1;
      const status = await sendSignedPost(agent, secret, { url, eventId: `evt_${begun}`, body });
      if (status !== 200) throw new Error(`${url} answered ${status}.`);
    }
  };
  await Promise.all(urls.flatMap((url) => Array.from({ length: atOnce }, () => loop(url))));
  const endedAt = getWallTimeMs();
  agent.destroy();
  return endedAt;
}
