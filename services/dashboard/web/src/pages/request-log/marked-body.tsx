import { Mark } from '@mantine/core';
import { Fragment } from 'react';
import { parseBodyLines, type BodyLine } from './body-lines';

interface MarkedBodyProps {
  readonly body: string;
  /** Paths of the fields that were rejected. */
  readonly fields: readonly string[];
}

export function MarkedBody({ body, fields }: MarkedBodyProps) {
  const lines = parseBodyLines(body);
  if (!lines) return body;
  return lines.map((line, at) => (
    <Fragment key={at}>
      {at > 0 && '\n'}
      {fields.includes(line.path) ? <MarkedLine line={line} /> : line.text}
    </Fragment>
  ));
}

function MarkedLine({ line: { text } }: { readonly line: BodyLine }) {
  const content = text.trimStart();
  return (
    <>
      {text.slice(0, text.length - content.length)}
      <Mark>{content}</Mark>
    </>
  );
}
