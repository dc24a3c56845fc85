-- Who mended a key is an id: the email address of an admin goes with their account.
UPDATE key_corrections SET corrected_by = coalesce((
  SELECT id FROM accounts WHERE accounts.email = corrected_by AND role = 'admin'
  ORDER BY deleted_at IS NOT NULL, created_at DESC LIMIT 1), '');
