const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** A URL ends before the punctuation of its sentence. */
const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,:;!?()]/g;

function linked(text: string): string {
  let html = '';
  let end = 0;
  for (const { 0: url, index } of text.matchAll(ADDRESS)) {
    html += `${escaped(text.slice(end, index))}<a href="${escaped(url)}">${escaped(url)}</a>`;
    end = index + url.length;
  }
  return html + escaped(text.slice(end));
}

const PARAGRAPH = 'margin:0 0 1em';
const PAGE = 'font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:1.5em auto;padding:0 1em';

/** Generated from the text part, so that the two cannot differ; loads nothing from the network. */
export const toMailHtml = (text: string): string => {
  const paragraphs = text.trim().split(/\n{2,}/);
  const html = paragraphs.map((each) => `<p style="${PARAGRAPH}">${linked(each)}</p>`).join('\n');
  return `<!doctype html>\n<html lang="en"><body style="${PAGE}">\n${html}\n</body></html>\n`;
};
