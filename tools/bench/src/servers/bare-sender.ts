import { Agent } from 'node:https';
import { wallMs } from '../clock';
import { signedPost } from './signed-post';

export interface BareSending {
  readonly urls: readonly string[];
  /** The authority of the receivers' certificates, in PEM. */
  readonly ca: string;
  readonly secret: string;
  readonly body: string;
  /** Requests at once to each receiver. */
  readonly atOnce: number;
  readonly posts: number;
}

/** Signed posts over kept connections as fast as they are answered; answers when the last one was. */
export async function sendBarely(sending: BareSending): Promise<number> {
  const { urls, ca, secret, body, atOnce, posts } = sending;
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, ca });
  let begun = 0;
  const loop = async (url: string): Promise<void> => {
    while (begun < posts) {
      begun += 1;
      const status = await signedPost(agent, secret, { url, eventId: `evt_${begun}`, body });
      if (status !== 200) throw new Error(`${url} answered ${status}.`);
    }
  };
  await Promise.all(urls.flatMap((url) => Array.from({ length: atOnce }, () => loop(url))));
  const endedAt = wallMs();
  agent.destroy();
  return endedAt;
}
