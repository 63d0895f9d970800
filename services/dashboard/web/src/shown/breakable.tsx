import { Fragment } from 'react';

/** After separators. */
const BREAKS = /(?<=[@/:._?&=-])(?![@/:._?&=-])/;

/** Text that may wrap after separators. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(BREAKS).map((piece, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
