// The sign-in page: a link contains its code after "#", where no server and no log sees it. The script
// removes the code from the address, so that the browser's history does not keep it, and sends it.

function useCode() {
  const code = location.hash.slice(1);
  if (!code) return;
  history.replaceState(null, "", location.pathname + location.search);
  if (!/^[a-z0-9]{4}-?[a-z0-9]{4}-?[a-z0-9]{4}$/i.test(code)) return;
  const input = document.querySelector("input[name=code]");
  input.value = code;
  input.form.requestSubmit();
}

useCode();
// A link to this page that is opened on this page changes only the part after "#".
addEventListener("hashchange", useCode);
