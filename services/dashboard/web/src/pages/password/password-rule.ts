export const PASSWORD_RULE = '12–128 characters. No common passwords, and not your e-mail.';
