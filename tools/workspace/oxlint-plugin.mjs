/** Of one's own: the rule of ESLint that Oxlint has not, refuses what fits a selector. */
export default {
  meta: { name: 'workspace' },
  rules: {
    'restricted-syntax': {
      meta: { schema: { type: 'array' } },
      create: (context) =>
        Object.fromEntries(
          context.options.map(({ selector, message }) => [
            selector,
            (node) => context.report({ node, message }),
          ]),
        ),
    },
  },
};
