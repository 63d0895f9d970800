import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What an integrator in Java writes: the JDK's own client, as it is by default. */
public class FirstSteps {
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "send" -> send(arguments[1], arguments[2], arguments.length > 3 ? arguments[3] : null);
            case "verify" -> System.out.println(isAuthentic(arguments[1], arguments[2], arguments[3]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** Prints the status and the body of the response; without a body it is a GET. */
    static void send(String url, String key, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).header("X-API-Key", key);
        if (body != null) request.POST(HttpRequest.BodyPublishers.ofString(body));
        var response = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }

    static boolean isAuthentic(String signature, String secret, String body) throws Exception {
        var time = signature.replaceFirst("^t=(\\d+),.*$", "$1");
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        var digest = mac.doFinal((time + "." + body).getBytes(StandardCharsets.UTF_8));
        return signature.contains("v1=" + HexFormat.of().formatHex(digest));
    }
}
