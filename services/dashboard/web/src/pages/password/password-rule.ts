export const PASSWORD_RULE =
  '12 to 128 characters; not your e-mail address, and not a password that many people use.';
