/** Makes the notes known that others write than who reads them: bots, flows and what runs without anybody. */
import "#app/domain/bots/notes.ts";
import "#app/domain/console/notes.ts";
import "#app/domain/flows/notes.ts";
import "#app/domain/integrations/connections/notes.ts";
import "#app/domain/integrations/rules/notes.ts";
import "#app/domain/money/notes.ts";
import "#app/domain/record/webhooks/notes.ts";
